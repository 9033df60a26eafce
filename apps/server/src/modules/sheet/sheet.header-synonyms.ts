import type { LevelId } from '@steward/contracts/level'

/**
 * A column's name without what differs between exports: case, signs, the `property_` of HubSpot
 * tables, the `__c` of Salesforce's custom fields.
 */
export function bareHeader(name: string): string {
  return name
    .trim()
    .replace(/__?c$/i, '')
    .replace(/^property_(hs_)?/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

type Synonyms = Readonly<Record<string, readonly string[]>>

const everywhere: Synonyms = {
  'system:externalId': [
    'externalid',
    'externalreference',
    'externalkey',
    'sourceid',
    'crmid',
    'id',
    'recordid',
    'objectid',
  ],
  'system:owners': [
    'owner',
    'owners',
    'ownername',
    'owneremail',
    'ownerid',
    'hubspotowner',
    'hubspotownerid',
    'accountowner',
    'accountmanager',
    'accountexecutive',
    'contactowner',
    'companyowner',
    'dealowner',
    'opportunityowner',
    'csm',
    'customersuccessmanager',
    'relationshipmanager',
    'salesagent',
    'salesrep',
    'salesperson',
    'salespersonid',
    'assignee',
    'assignedto',
  ],
  'system:lifecycleStageId': ['lifecyclestage', 'lifecycle', 'customerstage', 'stage', 'phase'],
  'system:pulse': ['pulse', 'sentiment', 'csmsentiment', 'csmpulse'],
  about: ['about', 'description', 'aboutus', 'summary', 'notes', 'comments', 'overview'],
}

const parents = {
  organization: [
    'organization',
    'organisation',
    'organizationname',
    'organisationname',
    'organizationid',
    'organisationid',
    'parent',
    'parentname',
    'parentid',
    'parentaccount',
    'parentaccountid',
    'parentcompany',
    'parentcompanyid',
    'subsidiaryof',
    'holding',
    'group',
  ],
  account: [
    'account',
    'accountname',
    'accountid',
    'company',
    'companyname',
    'companyid',
    'associatedcompany',
    'associatedcompanyid',
    'customer',
    'customername',
    'customerid',
    'client',
    'store',
    'storeid',
    'storename',
  ],
}

const byLevel: Readonly<Record<LevelId, Synonyms>> = {
  1: {
    name: [
      'name',
      'organizationname',
      'organisationname',
      'organization',
      'organisation',
      'companyname',
      'company',
      'groupname',
      'parentname',
    ],
    'system:externalId': ['organizationid', 'organisationid', 'companyid', 'groupid'],
  },
  2: {
    name: [
      'name',
      'accountname',
      'account',
      'companyname',
      'company',
      'customername',
      'customer',
      'clientname',
      'client',
      'businessname',
      'storename',
      'security',
      'title',
      'displayname',
    ],
    'system:externalId': [
      'accountid',
      'companyid',
      'customerid',
      'clientid',
      'businessentityid',
      'storeid',
      'supplierid',
      'accountnumber',
      'customernumber',
      'symbol',
      'ticker',
      'cik',
      'cikstr',
    ],
    organization: parents.organization,
  },
  3: {
    name: ['name', 'fullname', 'contactname', 'displayname', 'personname', 'visitorname'],
    'system:email': [
      'email',
      'emailaddress',
      'workemail',
      'primaryemail',
      'contactemail',
      'customeremail',
      'mail',
    ],
    'system:externalId': ['contactid', 'personid', 'vid', 'visitorid', 'userid'],
    organization: parents.organization,
    account: parents.account,
  },
  4: {
    name: ['name', 'dealname', 'opportunityname', 'riskname', 'subject', 'title'],
    pipelineType: ['entitytype', 'pipelinetype', 'type'],
    'system:pipelineStatus': ['status', 'pipelinestatus', 'stage', 'stagename', 'dealstage'],
    'system:externalId': ['opportunityid', 'dealid', 'riskid'],
    organization: parents.organization,
    account: parents.account,
  },
}

/** The words that make up a person's name when no column has the whole. */
export const namePartHeaders: readonly string[] = [
  'firstname',
  'givenname',
  'middlename',
  'lastname',
  'familyname',
  'surname',
]

/** For each field of a level, the headers that stand for it, the surest first. */
export function synonymsOf(level: LevelId): ReadonlyMap<string, readonly string[]> {
  const own = byLevel[level]
  const names = new Set([...Object.keys(own), ...Object.keys(everywhere)])
  return new Map(
    [...names].map((name) => {
      // What every export calls an id comes before what may be the id of something else.
      const words = [...(everywhere[name] ?? []), ...(own[name] ?? [])]
      return [name, words]
    }),
  )
}
