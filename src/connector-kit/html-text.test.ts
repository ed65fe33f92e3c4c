import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOfHtml } from './html-text.ts'

describe('textOfHtml', () => {
  it('leaves plain text alone, signs and all', () => {
    for (const text of [
      '',
      'Hi  there\n\n\nyou',
      'I <3 it',
      'the <second floor>',
      'a & b &amp; c',
      '1 < 2 > 1',
    ]) {
      assert.equal(textOfHtml(text), text)
    }
  })

  it('keeps words and line ends of HTML', () => {
    assert.equal(
      textOfHtml('<p>Hello&nbsp;Ada,</p><p>see you<br/>on Friday</p>'),
      'Hello Ada,\nsee you\non Friday',
    )
    assert.equal(textOfHtml('<div class="x">one</div>\n<div>two</div>'), 'one\ntwo')
    assert.equal(textOfHtml('a<BR>b'), 'a\nb')
    assert.equal(textOfHtml('<ul><li>cot</li><li>bath</li></ul>'), 'cot\nbath')
  })

  it('drops what is not shown', () => {
    assert.equal(textOfHtml('<style>p { color: red }</style><p>Hi</p><!-- x -->'), 'Hi')
  })

  it('reads signs that are written out, once', () => {
    assert.equal(
      textOfHtml('<b>R&amp;B &lt;3 &#39;x&#39; &#x1F642; &amp;lt; &bogus;</b>'),
      "R&B <3 'x' 🙂 &lt; &bogus;",
    )
    assert.equal(textOfHtml('<b>&#0;&#x110000;</b>'), '&#0;&#x110000;')
  })
})
