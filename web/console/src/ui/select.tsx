interface SelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** Shown, and not to be changed. */
  isLocked?: boolean
}

/** A filter: the label stands above, and the first option usually means all. */
export const Select = ({ label, value, onChange, options, isLocked = false }: SelectProps) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} disabled={isLocked} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)
