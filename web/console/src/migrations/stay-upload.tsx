/** Takes a CSV file of stays: which column is what can be corrected before anything is compared. */
import { useState } from 'preact/hooks'
import { count } from '../format/money.ts'
import { text } from '../text/text.ts'
import { Select } from '../ui/select.tsx'
import { uploadedLists } from './kept.ts'
import {
  guessColumns,
  mostStays,
  readCsv,
  stayFields,
  staysOf,
  type CsvTable,
  type StayColumns,
  type StayField,
} from './stay-list.ts'

interface OpenedFile {
  name: string
  table: CsvTable
  columns: StayColumns
}

const fieldTitles: Record<StayField, string> = {
  confirmationCode: text('stay.code'),
  checkIn: text('stay.checkIn'),
  checkOut: text('stay.checkOut'),
}

const shownLines = 5

/** What keeps the file from being compared, in words; null: nothing. */
function refusalOf(
  { table, columns }: OpenedFile,
  badLines: readonly number[],
  stays: number,
): string | null {
  if (table.rows.length === 0) return text('move.fileEmpty')
  if (stayFields.some((field) => columns[field] < 0)) return text('move.fileColumns')
  if (badLines.length > 0)
    return text('move.fileDates', {
      count: badLines.length,
      lines: badLines.slice(0, shownLines).join(', '),
    })
  return stays > mostStays ? text('move.fileLarge', { most: count(mostStays) }) : null
}

interface StayUploadProps {
  id: string
  onDone: () => void
}

export function StayUpload({ id, onDone }: StayUploadProps) {
  const [file, setFile] = useState<OpenedFile | null>(null)
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const table = readCsv(await chosen.text())
    setFile({ name: chosen.name, table, columns: guessColumns(table) })
  }
  const list = file === null ? null : staysOf(file.table, file.columns)
  const refusal = file === null || list === null ? null : refusalOf(file, list.badLines, list.stays.length)
  const use = () => {
    if (file === null || list === null || refusal !== null) return
    uploadedLists.set(id, { fileName: file.name, stays: list.stays })
    onDone()
  }
  return (
    <>
      <label
        class="field drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void open(event.dataTransfer?.files[0])
        }}
      >
        <span>{text('move.file')}</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
      {file !== null && list !== null && (
        <>
          <div class="filters">
            {stayFields.map((field) => (
              <Select
                key={field}
                label={fieldTitles[field]}
                value={String(file.columns[field])}
                onChange={(value) =>
                  setFile({ ...file, columns: { ...file.columns, [field]: Number(value) } })
                }
                options={[
                  { value: '-1', label: text('move.noColumn') },
                  ...file.table.header.map((label, index) => ({
                    value: String(index),
                    label: label === '' ? String(index + 1) : label,
                  })),
                ]}
              />
            ))}
          </div>
          {refusal !== null && (
            <p class="notice warn" role="alert">
              {refusal}
            </p>
          )}
          <button type="button" class="main" aria-disabled={refusal !== null} onClick={use}>
            {text('move.useList', { count: list.stays.length, total: count(list.stays.length) })}
          </button>
        </>
      )}
    </>
  )
}
