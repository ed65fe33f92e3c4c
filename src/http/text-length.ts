/** Counts characters only where code units cannot decide, because a Base64 picture has millions. */
import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, type Name } from 'ajv'

/** An emoji of two code units is one character. */
function charactersOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    count -= 1
    at += 1
  }
  return count
}

const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || charactersOf(text) > limit)
const isShorter = (text: string, limit: number): boolean =>
  text.length < limit || (text.length < 2 * limit && charactersOf(text) < limit)

const keywordOf = (
  keyword: string,
  fails: (text: string, limit: number) => boolean,
): CodeKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'number',
  error: { message: 'has another length', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code(context: KeywordCxt) {
    const test: Name = context.gen.scopeValue('func', { ref: fails })
    context.fail(_`${test}(${context.data}, ${context.schemaCode})`)
  },
})

/** Replaces Ajv's keywords, which always count the whole text. */
export function withTextLengths(ajv: Ajv): Ajv {
  for (const [keyword, fails] of [
    ['maxLength', isLonger],
    ['minLength', isShorter],
  ] as const)
    ajv.removeKeyword(keyword).addKeyword(keywordOf(keyword, fails))
  return ajv
}
