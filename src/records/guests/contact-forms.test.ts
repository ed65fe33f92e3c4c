import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparableContact, normalEmail, normalName, normalPhone, storedForms } from './contact-forms.ts'

describe('an address', () => {
  it('is none where the text is none, so that two guests without one are not the same', () => {
    for (const text of [null, undefined, '', ' ', 'n/a', 'ada@', '@example.org', 'ada@example', 'a b@c.org'])
      assert.equal(normalEmail(text), null, String(text))
    for (const text of [
      'ada@example.org or bob@example.org',
      'ada@ex ample.org',
      'ada@@example.org',
      'ada@example.',
    ])
      assert.equal(normalEmail(text), null, text)
  })
})

describe('a number', () => {
  it('is none where it is too short to be dialled', () => {
    for (const text of [null, undefined, '', '1234', '+1 2 3 4'])
      assert.equal(normalPhone(text), null, String(text))
    assert.equal(normalPhone('12345'), '12345')
  })

  it('is international with its plus or its two zeros, and only in front', () => {
    assert.equal(normalPhone(' +49 30 123456'), '+4930123456')
    assert.equal(normalPhone('49+30123456'), '4930123456')
    assert.equal(normalPhone('30 00 12 34'), '30001234')
    assert.equal(normalPhone('+44(0)20 7946 0000'), '+442079460000')
    assert.equal(normalPhone('+44  (0)20 7946 0000'), '+442079460000')
    assert.equal(normalPhone('+(0)44 20 7946'), '+044207946')
    assert.equal(normalPhone('+44 ( 0 ) 20 7946 ( 0 ) 000'), '+442079460000')
  })

  it('is looked up with and without its plus, as some sources leave it out', () => {
    assert.deepEqual(storedForms({ type: 'phone', value: '+4930123456' }), ['4930123456', '+4930123456'])
    assert.deepEqual(storedForms({ type: 'phone', value: '4930123456' }), ['4930123456', '+4930123456'])
    assert.deepEqual(storedForms({ type: 'email', value: '+1@example.org' }), ['+1@example.org'])
  })

  it('is the same with and without its plus, and never the same as an address', () => {
    const plus = comparableContact({ type: 'phone', value: '+4930123456' })
    assert.equal(comparableContact({ type: 'phone', value: '4930123456' }), plus)
    assert.notEqual(comparableContact({ type: 'email', value: '4930123456' }), plus)
  })
})

describe('a name', () => {
  it('is the same with other accents, capitals and blanks', () => {
    assert.equal(normalName(' ZOË  ', 'van  der Berg'), 'zoe van der berg')
    assert.equal(normalName('Zoe', 'van\tder Berg '), 'zoe van der berg')
  })

  it('is what was told of it, and none where nobody is named', () => {
    assert.equal(normalName('Ada', null), 'ada')
    assert.equal(normalName(undefined, 'Byron'), 'byron')
    for (const text of [null, undefined, '', ' ']) assert.equal(normalName(text, text), null)
  })
})
