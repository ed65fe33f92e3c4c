/** Represents XML in a call's body and in an answer. */
import { mendXml } from './mend-xml.ts'
import { VendorError } from './vendor-error.ts'
import { XmlError, readXml, type ParsedXml, type Xml } from './xml.ts'

export class XmlDocument {
  readonly root: Xml
  /** Vendors put the id of an answer into comments beside the root. */
  readonly comments: readonly string[]

  constructor(root: Xml, comments: readonly string[] = []) {
    this.root = root
    this.comments = comments
  }
}

/** Returns undefined for text that is no XML, or exceeds the limits. */
export function xmlDocument(text: string): XmlDocument | undefined {
  try {
    const { root, comments } = readMended(text)
    return new XmlDocument(root, comments)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

/** A misplaced character is no reason to lose the whole answer. */
function readMended(text: string): ParsedXml {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlError && error.reason === 'malformed') return readXml(mendXml(text))
    throw error
  }
}

/** Returns the root of an answer, which must have this name. */
export function rootIn(answer: unknown, name: string): Xml {
  if (answer instanceof XmlDocument && answer.root.name === name) return answer.root
  const found = answer instanceof XmlDocument ? `the XML element ${answer.root.name}` : 'no XML'
  throw new VendorError('malformed', `the XML element ${name} was expected, and there is ${found}`)
}
