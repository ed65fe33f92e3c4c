import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendXml } from './mend-xml.ts'
import { xmlDocument } from './xml-document.ts'

const textOf = (written: string): string | undefined => xmlDocument(`<a>${written}</a>`)?.root.text

test('signs that XML has no place for cost neither the text nor the answer', () => {
  assert.deepEqual(
    [
      textOf('Fish & Chips'),
      textOf('late\u000b arrival'),
      textOf('late&#11; arrival'),
      textOf('A&nbsp;B &unknown; C'),
      textOf('&amp; &lt;3 &#128512; &#x41;'),
      textOf('half \ud83d of a pair'),
    ],
    [
      'Fish & Chips',
      'late arrival',
      'late arrival',
      'A\u00a0B &unknown; C',
      '& <3 \u{1f600} A',
      'half  of a pair',
    ],
  )
  assert.equal(xmlDocument('<a b="Fish & Chips"/>')?.root.attributes.b, 'Fish & Chips')
  assert.equal(xmlDocument(' \n<?xml version="1.0" encoding="UTF-8"?><a>x</a>')?.root.text, 'x')
})

test('what stands in sections and comments stays', () => {
  const text = '<a><![CDATA[R&B <b>&nbsp;</b>]]> & more</a><!-- RUID: [ab--c&] -->'
  const document = xmlDocument(text)
  assert.equal(document?.root.text, 'R&B <b>&nbsp;</b> & more')
  assert.match(document?.comments.join('') ?? '', /^RUID: \[ab..c&\]$/u)
})

test('XML as it should be is not changed, and what is no XML stays none', () => {
  const good = '<?xml version="1.0"?><a b="&quot;">x &amp; y<!-- c --><![CDATA[&]]></a>'
  assert.equal(mendXml(good), good)
  for (const bad of ['<a>', '<a><b></a>', 'text', '', '<!DOCTYPE a><a/>'])
    assert.equal(xmlDocument(bad), undefined)
})
