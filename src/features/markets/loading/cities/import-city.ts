/** The files of a city, by whichever door they come: those that were taken in before are not read again. */
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

/** Goes up when more is kept of the same files. */
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
