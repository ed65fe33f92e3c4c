/** Search and filters live in the address, so that a view can be shared, kept and gone back to. */
import { useLocation } from 'preact-iso'

/** The value of one parameter of the address, and a function that changes it without a new entry in the history. */
export function useAddressState(name: string): [string, (value: string) => void] {
  const { query, path, route } = useLocation()
  const set = (value: string) => {
    // The address itself is asked: several parameters may change before the next rendering.
    const parameters = new URLSearchParams(location.search)
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
    const search = parameters.toString()
    route(search === '' ? path : `${path}?${search}`, true)
  }
  return [query[name] ?? '', set]
}
