/** Finds texts with a contrast below AA: 4.5, or 3 for large letters. It runs in the browser. */
export const weakContrasts = `(() => {
  const parse = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number)
    return { r, g, b, a }
  }
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor)
      if (color.a === 1) return color
    }
    return { r: 255, g: 255, b: 255, a: 1 }
  }
  const weak = []
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    if (!own || !element.checkVisibility() || element.closest('.unseen')) continue
    const style = getComputedStyle(element)
    const [high, low] = [light(parse(style.color)), light(behind(element))].sort((a, b) => b - a)
    const ratio = (high + 0.05) / (low + 0.05)
    const size = parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (large ? 3 : 4.5)) weak.push(element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2))
  }
  return weak
})()`
