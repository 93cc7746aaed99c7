/** A sum of money as the shop writes it. */
export const money = (amount: number): string => `€${amount.toFixed(2)}`;

/** A sum of money without what decimals leave over. */
export const rounded = (amount: number): number => Math.round(amount * 100) / 100;
