/**
 * Words that platforms use for bookings, requests and blocks in their calendars. Pure. Vrbo writes the files of its
 * brands in the languages of these: Abritel `Réservée - …`, `Indisponible` and `Provisoire - …`
 * (https://github.com/tykeal/homeassistant-rental-control and public tests of Abritel files), FeWo-direkt has bookings
 * `unter Vorbehalt` (https://hilfe.fewo-direkt.de/articles/Export-your-reservation-calendar). Files in the other
 * languages were not seen; the words are those of the platforms' own pages, or the plain ones. A word too few makes a
 * booking a block, and its nights are closed all the same.
 */

interface WordsOfLanguage {
  reserved: readonly string[]
  tentative: readonly string[]
  blocked: readonly string[]
}

const words: Readonly<Record<string, WordsOfLanguage>> = {
  en: {
    reserved: ['reserved', 'booked', 'reservation'],
    tentative: ['tentative', 'provisional', 'on hold'],
    blocked: ['blocked', 'unavailable', 'not available'],
  },
  fr: {
    reserved: ['réservé', 'réservée', 'réservation'],
    tentative: ['provisoire', 'en attente', 'option'],
    blocked: ['indisponible', 'non disponible', 'bloqué', 'bloquée'],
  },
  de: {
    reserved: ['reserviert', 'gebucht', 'reservierung', 'buchung'],
    tentative: ['unter vorbehalt', 'vorläufig', 'vorläufige', 'provisorisch', 'vorgemerkt'],
    blocked: ['blockiert', 'geblockt', 'gesperrt', 'nicht verfügbar'],
  },
  es: {
    reserved: ['reservado', 'reservada', 'reserva'],
    tentative: ['provisional', 'tentativa', 'tentativo', 'pendiente'],
    blocked: ['bloqueado', 'bloqueada', 'no disponible'],
  },
  ca: {
    reserved: ['reservat', 'reservada'],
    tentative: ['provisional', 'pendent'],
    blocked: ['bloquejat', 'bloquejada', 'no disponible'],
  },
  it: {
    reserved: ['prenotato', 'prenotata', 'riservato', 'riservata', 'prenotazione'],
    tentative: ['provvisorio', 'provvisoria', 'in attesa', 'in sospeso'],
    blocked: ['bloccato', 'bloccata', 'non disponibile'],
  },
  pt: {
    reserved: ['reservado', 'reservada', 'reserva'],
    tentative: ['provisório', 'provisória', 'pendente', 'tentativa'],
    blocked: ['bloqueado', 'bloqueada', 'indisponível', 'não disponível'],
  },
  nl: {
    reserved: ['gereserveerd', 'geboekt', 'reservering'],
    tentative: ['voorlopig', 'voorlopige', 'onder voorbehoud', 'in optie'],
    blocked: ['geblokkeerd', 'niet beschikbaar'],
  },
  da: {
    reserved: ['reserveret', 'booket'],
    tentative: ['foreløbig', 'foreløbigt'],
    blocked: ['blokeret', 'spærret', 'ikke tilgængelig', 'utilgængelig'],
  },
  sv: {
    reserved: ['reserverad', 'reserverat', 'bokad', 'bokat'],
    tentative: ['preliminär', 'preliminärt'],
    blocked: ['blockerad', 'blockerat', 'spärrad', 'inte tillgänglig', 'ej tillgänglig'],
  },
  nb: {
    reserved: ['reservert', 'booket', 'bestilt'],
    tentative: ['foreløpig', 'midlertidig'],
    blocked: ['blokkert', 'sperret', 'ikke tilgjengelig', 'utilgjengelig'],
  },
  fi: {
    reserved: ['varattu'],
    tentative: ['alustava', 'alustavasti'],
    blocked: ['estetty', 'ei saatavilla', 'ei vapaana'],
  },
  pl: {
    reserved: ['zarezerwowane', 'zarezerwowany', 'zarezerwowano', 'rezerwacja'],
    tentative: ['wstępna', 'wstępnie'],
    blocked: ['zablokowane', 'zablokowany', 'niedostępne', 'niedostępny'],
  },
  el: {
    reserved: ['κρατημένο', 'κράτηση'],
    tentative: ['προσωρινή', 'προσωρινά'],
    blocked: ['αποκλεισμένο', 'μη διαθέσιμο'],
  },
}

/** Strips accents, which files in a wrong encoding lose. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const formOf = (kind: keyof WordsOfLanguage) => {
  const all = [...new Set(Object.values(words).flatMap((language) => language[kind].map(plain)))]
  return `(?:${all.toSorted((a, b) => b.length - a.length).join('|')})(?!\\p{L})`
}
const begins = (kind: keyof WordsOfLanguage) => new RegExp(`^${formOf(kind)}`, 'u')
const holds = (kind: keyof WordsOfLanguage) => new RegExp(`(?<!\\p{L})${formOf(kind)}`, 'u')
const [reserved, tentative, blocked] = [begins('reserved'), holds('tentative'), holds('blocked')]

export interface SummaryWords {
  kind: 'reserved' | 'tentative' | 'blocked' | 'unknown'
  /** Text after the words and a dash. */
  name: string | null
}

/** The words before the dash decide: a guest may be called Provisional. */
export function readSummary(summary: string): SummaryWords {
  const [, head = summary, name = ''] = /^(.*?)(?:\s+-\s*|\s*[–—]\s*|\s*:\s+)(.*)$/s.exec(summary) ?? []
  const text = plain(head)
  const shown = name.trim().slice(0, 100) || null
  if (blocked.test(text)) return { kind: 'blocked', name: null }
  if (tentative.test(text)) return { kind: 'tentative', name: shown }
  return reserved.test(text) ? { kind: 'reserved', name: shown } : { kind: 'unknown', name: null }
}

/** Whether the words are a block's, in any language. */
export const isBlockSummary = (summary: string): boolean => blocked.test(plain(summary))
