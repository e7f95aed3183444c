"""The workbench's pages: rendered on the server, with small htmx exchanges.

site (sessions, roles, templates, texts) < one module a page < app.
"""
