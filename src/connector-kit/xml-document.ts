/** XML as the body of a call, and as an answer came. */
import { mendXml } from './mend-xml.ts'
import { VendorError } from './vendor-error.ts'
import { XmlError, readXml, type ParsedXml, type Xml } from './xml.ts'

export class XmlDocument {
  readonly root: Xml
  /** What stands beside the root, where a vendor puts the id of its answer. */
  readonly comments: readonly string[]

  constructor(root: Xml, comments: readonly string[] = []) {
    this.root = root
    this.comments = comments
  }
}

/** undefined for what is no XML, or goes beyond what is read. */
export function xmlDocument(text: string): XmlDocument | undefined {
  try {
    const { root, comments } = readMended(text)
    return new XmlDocument(root, comments)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

/** A sign in the wrong place is no reason to lose the whole answer. */
function readMended(text: string): ParsedXml {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlError && error.reason === 'malformed') return readXml(mendXml(text))
    throw error
  }
}

/** The root of an answer, which has this name. */
export function rootIn(answer: unknown, name: string): Xml {
  if (answer instanceof XmlDocument && answer.root.name === name) return answer.root
  const found = answer instanceof XmlDocument ? `the XML element ${answer.root.name}` : 'no XML'
  throw new VendorError('malformed', `the XML element ${name} was expected, and there is ${found}`)
}
