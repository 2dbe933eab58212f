"use strict";
// Comfort only: every page works without this file.
