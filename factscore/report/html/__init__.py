"""The report: one page of HTML with models, charts and every item.

``build.ReportBuilder`` puts it together: ``overview`` is all that reads without a script,
``packer`` holds the items, which the page's one script unpacks and shows.
"""
