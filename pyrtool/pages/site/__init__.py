"""A web site on which problems are played: files for any host and any path, and no other.

`site` makes one in one call. `entries` decides what a problem of a site is, `days` which deal each
day has, and `lessons` what is taught. From these, `data` makes what the site's scripts read,
`pages` the pages, `previews` what is shown with links, and `icons` the pictures of the installed
site. `folder` writes it all, whole or not at all. html/, app/ and style/ have the scripts and style
sheets; the board is `page`'s app.
"""

from pyrtool.pages.site.days import LEAST_DAYS, MOST_DAYS, Day, SiteError, check_days, day_deals
from pyrtool.pages.site.entries import Entry, entry_of, of_collection
from pyrtool.pages.site.files import TITLE, site_files
from pyrtool.pages.site.folder import check_site_folder, write_site
from pyrtool.pages.site.previews import checked_address

__all__ = [
    "LEAST_DAYS",
    "MOST_DAYS",
    "TITLE",
    "Day",
    "Entry",
    "SiteError",
    "check_days",
    "check_site_folder",
    "checked_address",
    "day_deals",
    "entry_of",
    "of_collection",
    "site_files",
    "write_site",
]
