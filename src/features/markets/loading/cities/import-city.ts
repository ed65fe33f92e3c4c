/** Imports a city's files from the command or an upload; files imported before are skipped. */
import { createHash } from 'node:crypto'
import { fileKinds } from '../../import/columns.ts'
import {
  loadCity,
  type LoadedCity,
  type CityFiles,
  type CityLoadResult,
  type CityLoad,
} from '../../import/load.ts'
import { marketKey } from '../../market-key.ts'
import { insertFiles, snapshotOfFiles } from './queries.ts'

export type ImportedCity =
  | ({ unchanged: false } & CityLoadResult)
  | ({ unchanged: true } & Pick<CityLoadResult, 'city' | 'takenOn' | 'listings'>)

/** Raise it when more is stored of the same files, so that they are read again. */
const keptSince = 'market-files-2'

export async function importCity(
  loading: CityLoad,
  city: LoadedCity,
  files: CityFiles,
): Promise<ImportedCity> {
  const hash = await hashOf(files, city.takenOn)
  const key = marketKey(city.name)
  const known = await snapshotOfFiles(loading.db, { ...city, key }, hash)
  if (known) return { unchanged: true, ...known }
  const loaded = await loadCity(loading, city, files)
  await insertFiles(loading.db, { key, takenOn: loaded.takenOn, hash })
  return { unchanged: false, ...loaded }
}

async function hashOf(files: CityFiles, takenOn: string | null): Promise<Buffer> {
  const all = createHash('sha256').update(`${keptSince}\n${takenOn ?? ''}\n`)
  for (const kind of fileKinds) {
    const file = files[kind]
    if (!file) continue
    const one = createHash('sha256')
    for await (const piece of file.open()) one.update(piece as Buffer)
    all.update(`${kind} ${one.digest('hex')}\n`)
  }
  return all.digest()
}
