"""Exports of MediaWiki: XML → pages → articles, redirects and what is left out."""
