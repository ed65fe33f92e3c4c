/** Vendors that let channels and hosts name what is charged give taxes no type of their own. */

// Words that stand alone, and the German ends of words, in the languages of the channels' invoices.
const words =
  /(?<!\p{L})(?:tax|taxes|taxe|taxa|tassa|tasse|tasa|impuesto|imposta|imposto|belasting|vat|tva|iva|btw|gst|hst|mwst|ust|occupancy tax)(?!\p{L})/iu
const ends = /(?:steuer|kurtaxe|kurabgabe|kurbeitrag|gästebeitrag)(?!\p{L})/iu

export function isTaxName(name: string): boolean {
  return words.test(name) || ends.test(name)
}
