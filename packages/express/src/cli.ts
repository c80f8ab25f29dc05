#!/usr/bin/env node
import '@pgw/server/cli';
