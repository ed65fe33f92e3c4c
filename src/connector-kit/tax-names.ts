/** Vendors that let channels and hosts name charges give taxes no type of their own. */

// Channels' invoices use these words, standing alone, or these German word endings.
const words =
  /(?<!\p{L})(?:tax|taxes|taxe|taxa|tassa|tasse|tasa|impuesto|imposta|imposto|belasting|vat|tva|iva|btw|gst|hst|mwst|ust|occupancy tax)(?!\p{L})/iu
const ends = /(?:steuer|kurtaxe|kurabgabe|kurbeitrag|gästebeitrag)(?!\p{L})/iu

export function isTaxName(name: string): boolean {
  return words.test(name) || ends.test(name)
}
