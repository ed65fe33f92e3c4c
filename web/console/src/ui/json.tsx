/** A JSON value as it came, indented; it can be scrolled by keyboard. */
export const Json = ({ label, value }: { label: string; value: unknown }) => (
  <pre class="json" tabIndex={0} aria-label={label}>
    {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
  </pre>
)
