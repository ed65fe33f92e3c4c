/** Settings of photos and attachments: a folder, or a bucket. */
import { httpUrl, text } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

export const fileSettings = {
  s3Bucket: optional({
    name: 'S3_BUCKET',
    parse: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket: 3 to 63 of a-z, 0-9, . and -'),
    default: null,
    whenUnset: 'photos and attachments are files in DATA_DIR/files',
    description:
      'Bucket for photos and attachments. Required if several machines share a database. Requires `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`.',
    example: 'lodgewire-files',
  }),
  s3Endpoint: optional({
    name: 'S3_ENDPOINT',
    parse: httpUrl,
    default: null,
    whenUnset: 'Amazon S3 in S3_REGION',
    description: 'Address of another service with an S3-compatible API, such as MinIO.',
    example: 'https://minio.example.com:9000',
  }),
  s3Region: required({
    name: 'S3_REGION',
    parse: text(/^[a-z0-9-]{1,40}$/, 'the name of a region'),
    default: 'us-east-1',
    description: 'Region of the bucket.',
    example: 'eu-central-1',
  }),
  s3AccessKeyId: optional({
    name: 'S3_ACCESS_KEY_ID',
    parse: text(/^\S{1,200}$/, 'an access key id'),
    default: null,
    whenUnset: 'needed with S3_BUCKET',
    description:
      'Access key that may list the bucket, and read, write and delete its objects. Without the right to list, Amazon S3 answers 403 for a file that is missing.',
    example: 'the id of an access key',
  }),
  s3SecretAccessKey: optional({
    name: 'S3_SECRET_ACCESS_KEY',
    parse: text(/^\S{1,200}$/, 'a secret access key'),
    default: null,
    whenUnset: 'needed with S3_BUCKET',
    description: 'Secret of the access key.',
    example: 'its secret',
    secret: true,
  }),
}
