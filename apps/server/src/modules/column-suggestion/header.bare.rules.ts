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
