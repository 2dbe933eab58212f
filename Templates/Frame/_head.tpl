<!doctype html>
<html lang="{{LANGUAGE}}" data-zone-cookie="{{ZONE_COOKIE}}" data-zone-path="{{ZONE_COOKIE_PATH}}"{{#THEME}} data-theme="{{THEME}}"{{/THEME}}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{PAGE_TITLE}}</title>
<link rel="icon" href="{{ICON_URL}}" type="image/svg+xml">
<link rel="stylesheet" href="{{CSS_URL}}">
</head>
