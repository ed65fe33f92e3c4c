/** French: the words of the inbox screens. */
import type { Translated } from '../texts.ts'
import type { inbox as english } from '../en/inbox.ts'

export const inbox: Translated<typeof english> = {
  'inbox.list': 'Conversations',
  'inbox.show': 'Afficher',
  'conversation.open': 'Ouvertes',
  'conversation.archived': 'Archivées',
  'inbox.none': 'Aucun message',
  'inbox.noneLead': 'Les conversations de tous les canaux apparaissent ici.',
  'inbox.noSubject': 'Conversation',
  'inbox.unread_one': '{{count}} non lu',
  'inbox.unread_other': '{{count}} non lus',
  'inbox.choose': 'Choisissez une conversation.',
  'inbox.thread': 'Conversation',
  'inbox.messages': 'Messages',
  'inbox.stay': 'Réservation',
  'inbox.automatic': 'automatique',
  'inbox.attachment': 'Pièce jointe',
  'inbox.answer': 'Votre réponse',
  'inbox.send': 'Envoyer',
  'inbox.sendKey': 'Ctrl et Entrée envoient aussi.',
  'direction.inbound': 'Voyageur',
  'direction.outbound': 'Vous',
  'moderation.in_review': 'en cours d’examen',
  'moderation.blocked': 'bloqué',
}
