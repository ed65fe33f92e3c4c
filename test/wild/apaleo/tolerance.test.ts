import { testSpoiledRows } from '../spoiled-rows.ts'
import { places } from './row-places.ts'

testSpoiledRows('apaleo', places)
