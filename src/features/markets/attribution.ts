/** The licence requires that the source is named wherever the data is shown. */
export const attribution = {
  text: 'Inside Airbnb (insideairbnb.com), CC BY 4.0',
  source: 'Inside Airbnb',
  sourceUrl: 'https://insideairbnb.com',
  license: 'CC BY 4.0',
  licenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
} as const
