"""A web site on which problems are played: files for any host and any path, and no other.

`site` makes one in one call, and writes its folder whole or not at all. `problems` decides what a
problem of a site is, and which deal each day has, `lessons` what is taught. From these,
`data_scripts` and `reasons` make what the site's scripts read, `pages` the pages, and `previews`
the icons and what is shown with links. html/, app/ and style/ have the scripts and style sheets;
the board is `page`'s app.
"""
