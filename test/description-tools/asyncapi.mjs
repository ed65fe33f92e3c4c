/** Judges an AsyncAPI document by the schema that its authors publish: `node asyncapi.mjs <file>`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'))
// The edition with ids names its parts twice, which Ajv refuses.
const schema = createRequire(import.meta.url)(`@asyncapi/specs/schemas/${document.asyncapi}-without-$id.json`)
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)
const isValid = ajv.validate(schema, document)
console.log(isValid ? 'valid' : JSON.stringify(ajv.errors?.slice(0, 20), null, 2))
