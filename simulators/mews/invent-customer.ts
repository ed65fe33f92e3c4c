import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import type { Customer } from './records.ts'

export function inventCustomer(person: Person, at: string, random: SeededRandom): Customer {
  const profile = guid(random)
  return {
    Id: guid(random),
    ChainId: '6b1c2d3e-4f50-4a61-9b72-8c93a0d4e5f6',
    Number: random.digits(6),
    Title: null,
    Sex: null,
    // Some channels give one name only, which lands in the field that must not be empty.
    FirstName: random.chance(0.1) ? null : person.firstName,
    LastName: person.lastName,
    SecondLastName: null,
    NationalityCode: person.country,
    PreferredLanguageCode: random.chance(0.5) ? person.locale : null,
    LanguageCode: person.locale,
    Email: random.chance(0.15) ? null : person.email,
    HasOtaEmail: random.chance(0.3),
    Phone: random.chance(0.3) ? null : person.phone,
    Notes: null,
    AddressId: null,
    Address: null,
    Classifications: [],
    Options: ['None'],
    CompanyId: null,
    MergeTargetId: null,
    IsActive: true,
    PreferredSpaceFeatures: [],
    CreatorProfileId: profile,
    UpdaterProfileId: profile,
    CreatedUtc: at,
    UpdatedUtc: at,
  } as Customer
}
