/**
 * A plain `import` of `node:http` reads every name, and `WebSocket` would load Node's copy of undici: 4 MB.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
