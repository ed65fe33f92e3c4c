import { backupTooOldSeconds, readLastBackup } from '../../platform/backups/last-backup.ts'
import { assertBackups } from '../../platform/config.ts'
import { ownCommand } from '../../platform/own-command.ts'
import { fail, messageOf, ok, warn, type DoctorCheck } from './finding.ts'

export const backupsCheck: DoctorCheck = {
  name: 'backups',
  async run(config) {
    try {
      assertBackups(config)
    } catch (error) {
      return [fail(messageOf(error), 'Correct it in the environment or the .env file.')]
    }
    if (config.backupTo === undefined) return []
    const last = await readLastBackup(config.dataDir)
    const again = `Make one by hand to see whether it works: ${ownCommand} backup`
    if (last === null) return [warn('no backup was made in BACKUP_TO yet', again)]
    if (last.error !== null) return [warn(`the last one failed at ${last.tried_at}: ${last.error}`, again)]
    const seconds = (Date.now() - Date.parse(last.succeeded_at ?? '')) / 1000
    const found = `the last one, ${last.backup}, is of ${last.succeeded_at}`
    return [seconds > backupTooOldSeconds ? warn(found, again) : ok(found)]
  },
}
