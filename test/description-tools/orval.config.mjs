/** Functions over fetch that ask the server whose description this is. */
export default {
  lodgewire: {
    input: './openapi.json',
    output: { target: './orval/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}
