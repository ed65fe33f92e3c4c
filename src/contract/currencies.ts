/**
 * ISO 4217 (list one of 2026-01-01) gives the decimals of currencies. Those withdrawn since 2010 are
 * included, because old bookings have them; codes that are no money (`XXX`, `XTS`, metals, units of account
 * of banks) are not.
 */
const codesByDecimals: [decimals: number, codes: string][] = [
  [0, 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUC CUP
     CVE CZK DKK DOP DZD EEK EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS
     KHR KPW KYD KZT LAK LBP LKR LRD LSL LTL LVL MAD MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
     NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT
     TOP TRY TTD TWD TZS UAH USD UYU UZS VED VEF VES WST XCD XCG YER ZAR ZMK ZMW ZWG ZWL`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const decimalsByCode = new Map(
  codesByDecimals.flatMap(([decimals, codes]) => codes.split(/\s+/).map((code) => [code, decimals] as const)),
)

export const currencyCodes: readonly string[] = [...decimalsByCode.keys()].toSorted()

/** Returns undefined for an unknown currency. */
export const currencyDecimals = (code: string): number | undefined => decimalsByCode.get(code)

export const isCurrency = (code: string): boolean => decimalsByCode.has(code)
