/**
 * What is used of `node:http`. An `import` of it reads every name it has, and behind one of them (`WebSocket`) stands Node's own
 * copy of undici: 4 MB that nothing here needs.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
