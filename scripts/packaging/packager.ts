// Re-exports for tests, which do not find the packages of scripts/packaging/node_modules by their names.
export { createPackage, listPackage } from '@electron/asar'
export { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
export { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
export { DebugLogger, log } from 'builder-util'
export { Arch, build, Platform } from 'electron-builder'
