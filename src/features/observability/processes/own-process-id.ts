import os from 'node:os'

/** Names a process of the installation. */
export const ownProcessId = (): string => `${os.hostname()}:${process.pid}`
