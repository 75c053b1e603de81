#include "store/glicko.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace bastide {

namespace {

constexpr double kTau = 0.5;  // how much volatility changes: the paper's example, within what it recommends
constexpr double kCloseEnough = 1e-6;
constexpr int kMostSteps = 100;  // a few do; this is against an endless loop
constexpr double kMostDeviation = 350;

/// How much a result counts against whom one knows so badly.
double weight(double deviation) {
  return 1 / std::sqrt(1 + 3 * deviation * deviation / (std::numbers::pi * std::numbers::pi));
}

/// Step 5 of the paper: the zero of f, by the Illinois algorithm. `phi`: the deviation; `variance` and `change`: v and
/// Delta of the paper, all on Glicko-2's scale.
double new_volatility(double volatility, double phi, double variance, double change) {
  const double begin = std::log(volatility * volatility);
  const auto f = [&](double x) {
    const double e = std::exp(x), sum = phi * phi + variance + e;
    return e * (change * change - sum) / (2 * sum * sum) - (x - begin) / (kTau * kTau);
  };
  double a = begin, b = 0;
  if (change * change > phi * phi + variance) {
    b = std::log(change * change - phi * phi - variance);
  } else {
    b = begin - kTau;
    for (int i = 0; f(b) < 0 && i < kMostSteps; ++i) b -= kTau;
  }
  double fa = f(a), fb = f(b);
  for (int i = 0; std::abs(b - a) > kCloseEnough && i < kMostSteps; ++i) {
    const double c = a + (a - b) * fa / (fb - fa), fc = f(c);
    if (fc * fb <= 0) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = c;
    fb = fc;
  }
  return std::exp(a / 2);
}

}  // namespace

Glicko rated(const Glicko& player, std::span<const GlickoResult> results) {
  const double mu = (player.rating - 1500) / kGlickoScale, phi = player.deviation / kGlickoScale;
  double information = 0, surplus = 0;
  for (const GlickoResult& result : results) {
    const double other = (result.opponent.rating - 1500) / kGlickoScale;
    const double g = weight(result.opponent.deviation / kGlickoScale);
    const double expected = 1 / (1 + std::exp(-g * (mu - other)));
    information += g * g * expected * (1 - expected);
    surplus += g * (result.score - expected);
  }
  Glicko after = player;
  if (information <= 0) {  // nothing was learned
    const double grown = std::sqrt(phi * phi + player.volatility * player.volatility);
    after.deviation = std::min(kMostDeviation, grown * kGlickoScale);
    return after;
  }
  const double variance = 1 / information;
  after.volatility = new_volatility(player.volatility, phi, variance, variance * surplus);
  const double before = phi * phi + after.volatility * after.volatility;
  const double squared = 1 / (1 / before + information);
  after.deviation = std::min(kMostDeviation, std::sqrt(squared) * kGlickoScale);
  after.rating = (mu + squared * surplus) * kGlickoScale + 1500;
  return after;
}

std::vector<Glicko> rated_by_places(std::span<const Glicko> before, std::span<const int> places) {
  std::vector<Glicko> after;
  for (std::size_t one = 0; one < before.size(); ++one) {
    std::vector<GlickoResult> results;
    for (std::size_t other = 0; other < before.size(); ++other)
      if (other != one)
        results.push_back({before[other], places[one] < places[other] ? 1.0 : places[one] > places[other] ? 0.0 : 0.5});
    after.push_back(rated(before[one], results));
  }
  return after;
}

Glicko aged(const Glicko& player, int days) {
  Glicko now = player;
  const double growth = player.volatility * kGlickoScale;
  const double squared =
      player.deviation * player.deviation + growth * growth * std::max(0, days) / double{kDaysOfPeriod};
  now.deviation = std::min(kMostDeviation, std::sqrt(squared));
  return now;
}

}  // namespace bastide
