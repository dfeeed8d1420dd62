// Re-exports for tests, which cannot resolve the packages of scripts/packaging/node_modules by name.
export { createPackage, listPackage } from '@electron/asar'
export { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
export { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
export { DebugLogger, log } from 'builder-util'
export { Arch, build, Platform } from 'electron-builder'
