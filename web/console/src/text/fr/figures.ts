/** French: the words of the figures screens. */
import type { Translated } from '../texts.ts'
import type { figures as english } from '../en/figures.ts'

export const figures: Translated<typeof english> = {
  'figures.from': 'Première nuit',
  'figures.to': 'Dernière nuit',
  'figures.group': 'Regroupés par',
  'figures.by.month': 'Mois',
  'figures.by.listing': 'Logement',
  'figures.by.channel': 'Canal',
  'figures.occupancy': 'Taux d’occupation',
  'figures.sold': 'Nuits vendues',
  'figures.available': 'Nuits disponibles',
  'figures.blocked': 'Nuits bloquées',
  'figures.owner': 'Nuits du propriétaire',
  'figures.in': 'Revenu en {{currency}}',
  'figures.rooms': 'Revenu d’hébergement',
  'figures.fees': 'Frais',
  'figures.nights': 'Nuits',
  'figures.adr': 'Prix moyen par nuit',
  'figures.revPar': 'Par nuit disponible',
  'figures.before': 'Réservé à la même date l’an dernier',
  'figures.plot': 'Taux d’occupation par mois',
  'figures.percent': 'Taux d’occupation en pour cent',
  'figures.unpriced_one': '{{count}} nuit n’a pas de prix et ne compte dans aucun montant.',
  'figures.unpriced_other': '{{count}} nuits n’ont pas de prix et ne comptent dans aucun montant.',
  'figures.definitions':
    'Le taux d’occupation est le rapport des nuits vendues aux nuits disponibles ; les nuits bloquées et celles des propriétaires ne sont pas disponibles. Les devises ne sont jamais additionnées.',
}
