import { useEffect, useState } from 'preact/hooks'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const pauseMs = 300

/** Tells what was typed once typing pauses. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label class="field grow">
      <span>{label}</span>
      <input
        type="search"
        value={typed}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}
