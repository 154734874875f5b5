import type { Metric } from "./metrics.ts";

/** One line of a metric: a series and its value now. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its series. */
export interface Family {
  readonly metric: Metric;
  readonly samples: readonly Sample[];
}

/** Adds to a series; label values are in the order of the metric's labels. */
export type Count = (amount: number, ...labels: readonly string[]) => void;

/** Metrics in memory; an increment is one map lookup. */
export interface Registry {
  counter(metric: Metric): Count;
  histogram(metric: Metric): Count;
  /** Registers a value that is read on demand and left out if reading fails. */
  measured(metric: Metric, read: () => number | Promise<number>, ...labels: readonly string[]): void;
  families(): Promise<readonly Family[]>;
}

/** Creates an empty registry. */
export function createRegistry(): Registry {
  const families: (() => Family | Promise<Family>)[] = [];
  return {
    counter(metric) {
      const values = new Map<string, { readonly labels: readonly string[]; value: number }>();
      families.push(() => ({
        metric,
        samples: [...values.values()].map(({ labels, value }) => sampleOf(metric, labels, value)),
      }));
      return (amount, ...labels) => {
        const key = keyOf(labels);
        const series = values.get(key);
        if (series) series.value += amount;
        else values.set(key, { labels, value: amount });
      };
    },
    histogram(metric) {
      const bounds = metric.buckets ?? [];
      const values = new Map<string, Distribution>();
      families.push(() => ({ metric, samples: [...values.values()].flatMap((one) => spread(metric, one)) }));
      return (amount, ...labels) => {
        const key = keyOf(labels);
        let series = values.get(key);
        if (!series) {
          series = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
          values.set(key, series);
        }
        let bucket = 0;
        while (bucket < bounds.length && amount > bounds[bucket]!) bucket += 1;
        series.counts[bucket]! += 1;
        series.sum += amount;
      };
    },
    measured(metric, read, ...labels) {
      families.push(async () => {
        try {
          return { metric, samples: [sampleOf(metric, labels, await read())] };
        } catch {
          return { metric, samples: [] };
        }
      });
    },
    families: () => Promise.all(families.map((family) => family())),
  };
}

interface Distribution {
  readonly labels: readonly string[];
  /** Count of each bucket alone, not cumulative; the last is `+Inf`. */
  readonly counts: number[];
  sum: number;
}

function spread(metric: Metric, { labels, counts, sum }: Distribution): readonly Sample[] {
  const bounds = [...(metric.buckets ?? []).map(String), "+Inf"];
  let total = 0;
  const buckets = bounds.map((le, index) => {
    total += counts[index]!;
    const { labels: named } = sampleOf(metric, labels, 0);
    return { name: `${metric.name}_bucket`, labels: { ...named, le }, value: total };
  });
  const sums = sampleOf(metric, labels, sum);
  return [
    ...buckets,
    { ...sums, name: `${metric.name}_sum` },
    { ...sums, name: `${metric.name}_count`, value: total },
  ];
}

function sampleOf({ name, labels }: Metric, values: readonly string[], value: number): Sample {
  return { name, labels: Object.fromEntries(labels.map((label, index) => [label, values[index]!])), value };
}

const keyOf = (labels: readonly string[]): string => (labels.length === 1 ? labels[0]! : labels.join("\n"));
