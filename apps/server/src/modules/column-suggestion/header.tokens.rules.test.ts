import { describe, expect, it } from 'vitest'
import { levels } from '@steward/contracts/level'
import { conceptOf } from './header.lexicon.ts'
import { conceptsOf, readableName, tokensOf } from './header.tokens.rules.ts'
import { nameParts, targetsOf } from './target.patterns.ts'

it('have concepts that the patterns of targets call by their names', () => {
  const all = [...levels.flatMap(({ id }) => targetsOf(id)), ...nameParts].flatMap(({ patterns }) => patterns)
  const named = all.flatMap(({ concepts }) => concepts.flatMap((one) => one.split('|')))
  expect(named.filter((concept) => conceptOf(concept) !== concept)).toEqual([])
})

describe('the words of a header', () => {
  it.each([
    ['ClientName', 'client name'],
    ['customer_name', 'customer name'],
    ['Account: Name', 'account name'],
    ['ACCT_NM', 'acct nm'],
    ['BILLINGPOSTALCODE', 'billing postal code'],
    ['accountid', 'account id'],
    ['IDNumber', 'id number'],
    ['Kundennummer', 'kunden nummer'],
    ['E-Mail-Adresse', 'email adresse'],
    ['property_hs_lead_status', 'lead status'],
    ['ORACLE_ID__c', 'oracle id'],
    ['Churn Risk %', 'churn risk percent'],
    ['=HYPERLINK("x")', 'hyperlink x'],
    ['', ''],
  ])('%j', (header, words) => {
    expect(tokensOf(header).join(' ')).toBe(words)
  })

  it.each([
    ['Nombre de la empresa', 'NAME ACC'],
    ['Société', 'ACC'],
    ['Lead Owner Email', 'PER OWNER EMAIL'],
    ['Kd.-Nr.', 'ACC NUMBER'],
    ['KdNr', 'ACC NUMBER'],
    ['Kdnr', 'ACC NUMBER'],
    ['KDNR.', 'ACC NUMBER'],
    ['Kunden-Nr.', 'ACC NUMBER'],
    ['Debitorennr.', 'ACC NUMBER'],
    ['N° client', 'NUMBER ACC'],
    ['Nº cliente', 'NUMBER ACC'],
    ['N.º de cliente', 'NUMBER ACC'],
    ['Núm. cliente', 'NUMBER ACC'],
    ['Réf. client', 'CODE ACC'],
    ['Cust. No.', 'ACC NUMBER'],
    ['Acct #', 'ACC NUMBER'],
    ['Datensatz-ID', 'record ID'],
    ['Unternehmensname', 'ACC NAME'],
    ['Übergeordnetes Unternehmen', 'PARENT ACC'],
    ['# Employees', 'count PER'],
    ['Number of users', 'count PER'],
    ['Employee number', 'PER NUMBER'],
    ['(Do Not Modify) Account', 'ACC'],
    ['Item ID (auto generated)', 'item ID'],
    ['Nome da oportunidade', 'NAME DEAL'],
    ['Företagsnamn', 'ACC NAME'],
    ['E-postadress', 'EMAIL ADDRESS'],
    ['Kunde seit', 'ACC SINCE'],
    ['Vertragsende', 'CONTRACT END'],
    ['Verlengingsdatum', 'RENEWAL DATE'],
    ['Owned By', 'OWNER by'],
  ])('%j means %s', (header, concepts) => {
    expect(conceptsOf(header).join(' ')).toBe(concepts)
  })

  it.each([
    ['AvgMonthlySpendPercent', 'Avg monthly spend percent'],
    ['NumberOfEmployees__c', 'Number of employees'],
    ['mrr_amount', 'MRR amount'],
    ['Annual Revenue (USD)', 'Annual Revenue (USD)'],
    ['BILLINGCITY', 'Billing city'],
    ['account_id', 'Account ID'],
    ['FIFA', 'FIFA'],
    ['ISO4217-currency_name', 'ISO4217 currency name'],
    ['TLD', 'TLD'],
    ['STAGE', 'Stage'],
    ['PHONE', 'Phone'],
    ['  ', ''],
    [`A ${'x'.repeat(97)}😀`, `A ${'x'.repeat(97)}`],
  ])('%j reads %j', (header, name) => {
    expect(readableName(header)).toBe(name)
  })
})
