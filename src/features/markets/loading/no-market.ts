import { MarketFileError } from '../import/file-fault.ts'
import { ownCommand } from '../../../platform/own-command.ts'

export class NoMarket extends MarketFileError {
  override name = 'NoMarket'
  constructor(city: string) {
    super(`There is no market ${JSON.stringify(city.slice(0, 100))}. See: ${ownCommand} markets list`)
  }
}
