/** The document shows this Markdown above the operations. */
export const introduction = `One REST interface over every property-management system and booking channel.

**Keys.** Send \`Authorization: Bearer <key>\` with every request. A key that starts with \`sk_test_\` opens the sandbox,
one that starts with \`sk_live_\` the real data; the two spaces never meet.

**Records.** Ids are strings, also where they look like numbers. Those that are numbers are counted up for the whole server:
they tell in which order records were made, and about how many the server has, but never whose they are. An id of another
workspace is answered as one that nobody has. Times are ISO 8601 in UTC, stay dates are \`YYYY-MM-DD\`
without a time zone, and an amount stands beside its currency. New fields can appear at any time: ignore what you do not know.

**Lists.** A list answers \`data\` and \`pagination\`. Follow \`pagination.nextCursor\` with \`cursor\` until it is null, and keep
the filters the same on the way. \`limit\` goes up to 100. For changes since the last visit use \`updated_since\`, upsert by
\`id\`, and take the last row's \`updatedAt\` as the next watermark; its bound is inclusive, so a row can come twice.

**Asking again.** Every \`GET\` of a record or list carries a strong \`ETag\`. Send it back in \`If-None-Match\`: 304 without a body
means that nothing of the answer has changed. A 304 counts as a request. Only the state of the server and what an id in the
address opens come with \`Cache-Control: no-store\` and without a tag.

**Errors.** Anything but 2xx carries \`error.code\`. Switch on the code and not on the status: each has
[a page of its own](/docs/errors) that says what happened and what to do. An operation lists its codes in \`x-error-codes\`, beside those
of the sets that it names. A parameter or field that the operation does not
know is refused, never ignored.

**Limits.** Every response says in \`X-RateLimit-*\` how much of the limit is left. After a 429 wait as long as \`Retry-After\` says.
\`X-Request-ID\` names a request in the log.

**Inactive listings.** A listing that is switched off answers \`listing_inactive\`, and so does everything under it; lists
leave its records out.

**Held back.** Listings beyond the plan are read all the same and stay inactive (\`inactiveReason: plan_limit\`). While there are any, every
answer that is a JSON object carries \`planNotice\`, and the
headers \`X-Repull-Listings-Held-Back\` and \`X-Repull-Active-Listing-Limit\` say the same.`
