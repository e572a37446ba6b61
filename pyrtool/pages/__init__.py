"""Web pages on which deals are played: the JavaScript engine and app, a page, a site."""
