package dev.shopwire.testing.partner;

/** Queries as clients of both dialects send them. */
final class PartnerQueries {
  static final String EVENTS =
      """
      query Events($app: ID!, $from: DateTime!, $to: DateTime!, $first: Int!, $after: String) {
        events(
          filter: {subjectType: APP, subjectId: $app, occurredAtMin: $from, occurredAtMax: $to}
          first: $first
          after: $after
        ) {
          edges {
            cursor
            node {
              id
              eventType
              occurredAt
              shop { id name domain }
              ... on Relationship { reason reasonDescription }
              ... on SubscriptionStatus { cancelEffectiveOn test plan { handle billingPeriod trialDays } }
              ... on Charge { chargeId amount { amount currencyCode } planHandle test }
              ... on Earning {
                chargeId
                grossAmount { amount currencyCode }
                netAmount { amount currencyCode }
                fees { amount }
                settlementDate
              }
              ... on Credit { status money { amount currencyCode } }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
      """;

  static final String APP_EVENTS =
      """
      query Events($app: ID!, $from: DateTime!, $to: DateTime!, $first: Int!, $after: String) {
        app(id: $app) {
          events(occurredAtMin: $from, occurredAtMax: $to, first: $first, after: $after) {
            edges {
              cursor
              node {
                type
                occurredAt
                shop { id name domain }
                ... on RelationshipUninstalled { reason description }
                ... on SubscriptionChargeEvent {
                  charge { id name amount { amount currencyCode } billingOn test }
                }
                ... on UsageChargeEvent { charge { id amount { amount currencyCode } } }
                ... on OneTimeChargeEvent { charge { id amount { amount currencyCode } } }
              }
            }
            pageInfo { hasNextPage }
          }
        }
      }
      """;

  static final String TRANSACTIONS =
      """
      query Transactions($app: ID!, $from: DateTime!, $to: DateTime!, $first: Int!, $after: String) {
        transactions(appId: $app, createdAtMin: $from, createdAtMax: $to, first: $first, after: $after) {
          edges {
            cursor
            node {
              __typename
              id
              createdAt
              ... on AppTransaction {
                shop { id name domain }
                chargeId
                grossAmount { amount currencyCode }
                netAmount { amount currencyCode }
                platformFee { amount }
              }
              ... on AppSubscriptionSale { billingInterval }
              ... on TaxTransaction { netAmount { amount currencyCode } }
            }
          }
          pageInfo { hasNextPage }
        }
      }
      """;

  private PartnerQueries() {}
}
