import type { Host } from './records.ts'

/** The app's request in the page's address, which the form sends back. */
export interface ConsentRequest {
  client_id: string
  redirect_uri: string
  scope: string
  state: string
}

const explained: Readonly<Record<string, string>> = {
  property_management: 'Manage your listings, calendars and prices',
  reservations_web_hooks: 'See and answer your reservations',
  messages_read: 'Read your messages',
  messages_write: 'Write messages for you',
}

/** A host signs in here, sees what the app wants, and allows or declines it. */
export function consentPage(
  request: ConsentRequest,
  scopes: readonly string[],
  hosts: readonly Host[],
): string {
  const fields = Object.entries(request)
    .filter(([name]) => name !== 'scope')
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`)
  const people = hosts.map(
    ({ id, first_name, last_name, isCohost }, index) =>
      `<label><input type="radio" name="host" value="${safe(id)}"${index === 0 ? ' checked' : ''}> ` +
      `${safe(`${first_name} ${last_name}`)}${isCohost ? ' (co-host)' : ''}</label>`,
  )
  const wishes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope.${safe(scope)}" value="1" checked> ` +
      `${safe(explained[scope] ?? scope)}</label>`,
  )
  return document(
    'Give access',
    `<h1>An application asks for access</h1>
<form method="post" action="/oauth2/auth">
${fields.join('\n')}
<fieldset><legend>Sign in as</legend>${people.join('')}</fieldset>
<fieldset><legend>It wants to</legend>${wishes.join('')}</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="decline">Decline</button>
</form>`,
  )
}

export const errorPage = (words: string): string =>
  document('Something is wrong', `<h1>Something is wrong</h1><p>${safe(words)}</p>`)

const document = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)} – simulated channel</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}
label{display:block;padding:.3rem 0}fieldset{margin:1rem 0}button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}</style>
</head><body>
<p>This page belongs to a simulator. Nobody else is asked.</p>
${content}
</body></html>
`

const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
