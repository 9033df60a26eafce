/** The API names of the fields that a new company starts with, on organizations and accounts. */
export const starterFieldNames = {
  arr: 'arr',
  renewalDate: 'renewal_date',
  contractStart: 'contract_start',
  tier: 'tier',
  domain: 'website_domain',
  healthChange: 'health_change',
} as const

export interface StarterField {
  name: string
  displayName: string
  dataType: 'currency' | 'date' | 'number' | 'singlePicklist' | 'string'
  description: string
  options: readonly string[]
  /** Steward writes its values. */
  isWritten?: boolean
}

/** The fields that a new company starts with, in their order. */
export const starterFields: readonly StarterField[] = [
  {
    name: starterFieldNames.arr,
    displayName: 'ARR',
    dataType: 'currency',
    description: 'Annual recurring revenue: what the customer pays in a year.',
    options: [],
  },
  {
    name: starterFieldNames.renewalDate,
    displayName: 'Renewal date',
    dataType: 'date',
    description: 'The day on which the contract ends unless it is renewed.',
    options: [],
  },
  {
    name: starterFieldNames.tier,
    displayName: 'Tier',
    dataType: 'singlePicklist',
    description: 'How closely the team looks after the customer.',
    options: ['Enterprise', 'Mid-market', 'Small business'],
  },
  {
    name: starterFieldNames.contractStart,
    displayName: 'Contract start',
    dataType: 'date',
    description: 'The day on which the first contract began.',
    options: [],
  },
  {
    name: starterFieldNames.domain,
    displayName: 'Website domain',
    dataType: 'string',
    description: 'The domain of the website, such as example.com.',
    options: [],
  },
  {
    name: starterFieldNames.healthChange,
    displayName: 'Health, 30 days',
    dataType: 'number',
    description: 'How far the health score has moved in 30 days. Steward updates it.',
    options: [],
    isWritten: true,
  },
]
