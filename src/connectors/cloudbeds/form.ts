export type FormValue =
  string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue }

/** Writes are sent as forms: lists and objects are written into the names, `rooms[0][roomTypeID]`. */
export function formOf(fields: Record<string, FormValue>): URLSearchParams {
  const form = new URLSearchParams()
  const put = (name: string, value: FormValue): void => {
    if (value === undefined) return
    if (typeof value !== 'object') return form.set(name, String(value))
    for (const [key, part] of Object.entries(value)) put(`${name}[${key}]`, part)
  }
  for (const [name, value] of Object.entries(fields)) put(name, value)
  return form
}
