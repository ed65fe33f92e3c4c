import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { xml, writeXml } from './xml-write.ts'
import { childOf, childrenOf, readXml, textIn, XmlError, type Xml, type XmlLimits } from './xml.ts'

function reasonOf(source: string | Uint8Array, limits?: XmlLimits): string {
  try {
    readXml(source, limits)
  } catch (error) {
    if (error instanceof XmlError) return error.reason
    throw error
  }
  return 'read'
}

describe('reading XML', () => {
  it('gives elements, attributes, texts and what stands in comments beside the root', () => {
    const { root, comments } = readXml(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="1&quot;2"><b>one &amp; <![CDATA[<two>]]></b><c/><b>3</b></a>\n<!-- RUID: [x] -->',
    )
    assert.deepEqual([root.name, root.attributes.x, comments], ['a', '1"2', ['RUID: [x]']])
    assert.deepEqual(
      childrenOf(root, 'b').map(({ text }) => text),
      ['one & <two>', '3'],
    )
    assert.deepEqual(
      [textIn(root, 'b'), textIn(root, 'd'), childOf(root, 'c')?.text],
      ['one & <two>', undefined, ''],
    )
  })

  it('knows five entities and no others, and takes no document type', () => {
    assert.equal(readXml('<a>&lt;&gt;&amp;&quot;&apos;&#x1F642;&#65;</a>').root.text, `<>&"'🙂A`)
    assert.equal(reasonOf('<a>&nbsp;</a>'), 'malformed')
    assert.equal(reasonOf('<!DOCTYPE a><a/>'), 'doctype')
    const laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    assert.equal(reasonOf(laughs), 'doctype')
    assert.equal(reasonOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), 'doctype')
    assert.equal(reasonOf('<a><!ENTITY b "x"></a>'), 'doctype')
  })

  it('goes as deep as it may and no deeper, however the depth is hidden', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    assert.equal(reasonOf(nested(64)), 'read')
    assert.equal(reasonOf(nested(65)), 'too_deep')
    assert.equal(reasonOf('<a>'.repeat(1_000_000)), 'too_deep')
    assert.equal(reasonOf(`<a>${'<b x=">"/>'.repeat(1000)}</a>`), 'read')
    assert.equal(reasonOf('<a>/>'.repeat(100_000)), 'too_deep')
    assert.equal(reasonOf('<a x="/" y=\'/\'>'.repeat(100_000)), 'too_deep')
    assert.equal(reasonOf(`<a><!-- ${'<b>'.repeat(1000)} --><![CDATA[${'<b>'.repeat(1000)}]]></a>`), 'read')
    assert.equal(reasonOf('<!--'.repeat(100_000)), 'malformed')
    assert.equal(reasonOf('<a x="'.repeat(100_000)), 'malformed')
  })

  it('has as many elements and attributes as it may and no more', () => {
    const limits = { largest: 1_000, deepest: 5, widest: 5 }
    assert.equal(reasonOf('<a><b/><b/><b/><b/></a>', limits), 'read')
    assert.equal(reasonOf('<a><b/><b/><b/><b/><b/></a>', limits), 'too_wide')
    assert.equal(reasonOf('<a b="1" c="2"><b d="x>"/></a>', limits), 'read')
    assert.equal(reasonOf('<a b="1" c="2"><b d="1" e="2"/></a>', limits), 'too_wide')
    const began = performance.now()
    assert.equal(reasonOf(`<a>${'<b/>'.repeat(4_000_000)}</a>`), 'too_wide')
    assert.ok(performance.now() - began < 5_000)
  })

  it('is as large as it may be and no larger', () => {
    const limits = { largest: 10, deepest: 5, widest: 5 }
    assert.equal(reasonOf('<a>123</a>', limits), 'read')
    assert.equal(reasonOf('<a>1234</a>', limits), 'too_large')
    assert.equal(reasonOf(Buffer.from('<a>€€</a>'), limits), 'too_large')
  })

  it('takes bytes for UTF-8 and nothing else', () => {
    assert.equal(readXml(Buffer.from('\ufeff<a>Köln 🙂</a>')).root.text, 'Köln 🙂')
    assert.equal(reasonOf(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])), 'encoding')
    // Both are invalid: half of an emoji, and a surrogate encoded like a character.
    assert.equal(
      reasonOf(Buffer.concat([Buffer.from('<a>'), Buffer.from('🙂').subarray(0, 2), Buffer.from('</a>')])),
      'encoding',
    )
    assert.equal(reasonOf(Buffer.from('<a>\xed\xa0\xbd</a>', 'latin1')), 'encoding')
    assert.equal(reasonOf('<?xml version="1.0" encoding="ISO-8859-1"?><a/>'), 'encoding')
  })

  it('refuses what is no XML', () => {
    for (const source of [
      ...[
        '',
        'sold out',
        '<a>',
        '<a></b>',
        '<a/><b/>',
        '<a/>x',
        '<a b=1/>',
        '<a b="1" b="2"/>',
        '<a b="<"/>',
      ],
      ...['<a>\ud83d</a>', '<a>\u0001</a>', '<a>&#0;</a>', '<a>&#xD83D;</a>', '<html><br></html>', '{"a":1}'],
    ]) {
      assert.equal(reasonOf(source), 'malformed', JSON.stringify(source))
    }
  })

  it('keeps names that mean something to JavaScript as they are', () => {
    const { root } = readXml('<__proto__ __proto__="1" constructor="2"><toString/></__proto__>')
    assert.deepEqual(Object.entries(root.attributes), [
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
    assert.equal(root.attributes.hasOwnProperty, undefined)
    assert.equal(childOf(root, 'toString')?.name, 'toString')
  })
})

describe('writing XML', () => {
  it('leaves out what is undefined and writes numbers and flags as words', () => {
    const root = xml('a', { n: 5, gone: undefined }, undefined, [xml('b', {}, true), undefined])
    assert.equal(
      writeXml(root, 'RUID: [--x-]'),
      '<?xml version="1.0" encoding="UTF-8"?>\n<a n="5"><b>true</b></a>\n<!-- RUID: [- -x-] -->\n',
    )
  })

  it('refuses names that are none', () => {
    for (const name of ['', '1a', 'a b', 'a>', 'a/']) assert.throws(() => xml(name), TypeError)
    assert.throws(() => xml('a', { 'x="1"': 1 }), TypeError)
  })

  it('is read back as it was written, with signs that XML cannot hold replaced', () => {
    const hard = '<&>"\' \t\r\n ]]> 🙂 é'
    const { root } = readXml(writeXml(xml('a', { x: hard }, hard)))
    assert.deepEqual([root.text, root.attributes.x], [hard, hard])
    const broken = readXml(writeXml(xml('a', { x: '\u0000\ud83d' }, '\udc00\u0008\uffff'))).root
    assert.deepEqual([broken.attributes.x, broken.text], ['\ufffd\ufffd', '\ufffd\ufffd\ufffd'])
  })

  it('is read back whatever stands in it', () => {
    const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/)
    const text = fc.string({ unit: 'grapheme' })
    const attributes = fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true })
    const tree = (depth: number): fc.Arbitrary<Xml> =>
      fc
        .tuple(
          name,
          attributes,
          text,
          fc.array(depth === 0 ? fc.nat(0).map(() => xml('leaf')) : tree(depth - 1), { maxLength: 3 }),
        )
        .map(([own, attributes, words, children]) => xml(own, attributes, words, children))
    const plain = (element: Xml): unknown => [
      element.name,
      Object.entries(element.attributes),
      element.text,
      element.children.map(plain),
    ]
    fc.assert(
      fc.property(tree(3), (element) =>
        assert.deepEqual(plain(readXml(writeXml(element)).root), plain(element)),
      ),
    )
  })
})
