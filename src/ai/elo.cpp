#include "ai/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bastide {
namespace {

constexpr double kTwoSided = 1.959963984540054;        // standard errors for 95 %
constexpr double kLikelihood = kTwoSided * kTwoSided;  // chi squared, one degree of freedom
constexpr double kEmptyClass = 1e-3;                   // decks in a class where there were none
constexpr double kVirtualDecks = 0.1;                  // between two who met
constexpr double kElo = 400 / 2.302585092994045684;    // of a natural logarithm of odds
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A score and how many decks had it.
struct Class {
  double score, decks;
};

/// Without empty classes, except that none of the five is left out: then every mean between 0 and 1 is possible.
std::vector<Class> classes_of(const Frequencies& decks) {
  const auto top = static_cast<int64_t>(decks.size()) - 1;
  std::vector<Class> classes;
  for (int64_t k = 0; k <= top; ++k) {
    const int64_t count = decks[k];
    const double score = static_cast<double>(k) / static_cast<double>(top);
    if (count > 0)
      classes.push_back({score, static_cast<double>(count)});
    else if (4 * k % top == 0)
      classes.push_back({score, kEmptyClass});
  }
  return classes;
}

/// By how much, in natural logarithms, the most likely frequencies with a mean of `mean` are less likely than the
/// observed ones. These are n / (1 + x (score - mean)), with the x that gives the mean (Owen's empirical likelihood).
double loss(const std::vector<Class>& classes, double mean) {
  double low = -1 / (classes.back().score - mean), high = -1 / (classes.front().score - mean);
  const auto slope = [&](double x) {
    double sum = 0;
    for (const Class& c : classes) sum += c.decks * (c.score - mean) / (1 + x * (c.score - mean));
    return sum;
  };
  for (int step = 0; step < 200 && low < high; ++step) {  // it falls from one pole to the other
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (slope(middle) > 0 ? low : high) = middle;
  }
  const double x = low + (high - low) / 2;
  double sum = 0;
  for (const Class& c : classes) sum += c.decks * std::log1p(x * (c.score - mean));
  return sum;
}

/// Where 2 * loss reaches kLikelihood between the mean, where it is 0, and `end`, 0 or 1.
double bound(const std::vector<Class>& classes, double mean, double end) {
  double inside = mean, outside = end;
  for (int step = 0; step < 60; ++step) {
    const double middle = (inside + outside) / 2;
    if (middle <= 0 || middle >= 1) break;
    (2 * loss(classes, middle) < kLikelihood ? inside : outside) = middle;
  }
  return inside;
}

/// Solves a x = b. REQUIRES: a is positive definite.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t column = i; column < n; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t column = i + 1; column < n; ++column) b[i] -= a[i][column] * b[column];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

double expected_score(double elo) {
  return 1 / (1 + std::exp(-elo / kElo));
}

double elo_of_score(double score) {
  if (score <= 0) return -kInfinite;
  if (score >= 1) return kInfinite;
  return kElo * std::log(score / (1 - score));
}

Interval score_interval(const Frequencies& decks) {
  const auto top = static_cast<double>(decks.size() - 1);
  double n = 0, sum = 0;
  for (std::size_t k = 0; k < decks.size(); ++k) {
    n += static_cast<double>(decks[k]);
    sum += static_cast<double>(decks[k]) * static_cast<double>(k) / top;
  }
  const std::vector<Class> classes = classes_of(decks);
  double weight = 0, mean = 0;
  for (const Class& c : classes) {
    weight += c.decks;
    mean += c.decks * c.score;
  }
  mean /= weight;
  Interval interval{0, sum / n, 1};
  if (interval.value > 0) interval.low = std::min(interval.value, bound(classes, mean, 0));
  if (interval.value < 1) interval.high = std::max(interval.value, bound(classes, mean, 1));
  return interval;
}

Interval elo_interval(const Frequencies& decks) {
  const Interval score = score_interval(decks);
  return {elo_of_score(score.low), elo_of_score(score.value), elo_of_score(score.high)};
}

Interval mean_interval(int64_t n, double sum, double squares) {
  const auto count = static_cast<double>(std::max<int64_t>(n, 1));
  const double mean = sum / count;
  const double variance = n < 2 ? 0 : std::max(0.0, (squares - mean * sum) / (count - 1));
  const double error = kTwoSided * std::sqrt(variance / count);
  return {mean - error, mean, mean + error};
}

double Sprt::lower() const {
  return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
  return std::log((1 - beta) / alpha);
}

double log_likelihood_ratio(const Frequencies& decks, double elo0, double elo1) {
  if (std::all_of(decks.begin(), decks.end(), [](int64_t count) { return count == 0; })) return 0;
  const std::vector<Class> classes = classes_of(decks);
  return loss(classes, expected_score(elo0)) - loss(classes, expected_score(elo1));
}

std::vector<Rating> fit_ratings(int contestants, std::span<const DeckScore> scores) {
  const auto n = static_cast<std::size_t>(contestants);
  struct Met {
    double decks = 0, score = 0;
  };
  std::map<std::pair<int, int>, Met> met;
  for (const DeckScore& s : scores) {
    Met& both = met[{std::min(s.first, s.second), std::max(s.first, s.second)}];
    both.decks += 1;
    both.score += s.first < s.second ? s.score : 1 - s.score;
  }
  for (auto& [who, both] : met) {
    both.decks += kVirtualDecks;
    both.score += kVirtualDecks / 2;
  }

  // Newton's method on natural logarithms of strength. A constant added to all changes nothing; the 1 / n added to the
  // matrix keeps their sum at 0.
  std::vector<double> strength(n);
  const auto likely = [&](int i, int j) { return 1 / (1 + std::exp(strength[j] - strength[i])); };
  std::vector<std::vector<double>> information;
  for (int step = 0; step < 100; ++step) {
    information.assign(n, std::vector<double>(n, 1.0 / static_cast<double>(n)));
    std::vector<double> gradient(n);
    for (const auto& [who, both] : met) {
      const auto [i, j] = who;
      const double p = likely(i, j), weight = both.decks * p * (1 - p);
      gradient[i] += both.score - both.decks * p;
      gradient[j] -= both.score - both.decks * p;
      information[i][i] += weight;
      information[j][j] += weight;
      information[i][j] -= weight;
      information[j][i] -= weight;
    }
    const std::vector<double> change = solve(information, gradient);
    double largest = 0;
    for (const double c : change) largest = std::max(largest, std::abs(c));
    const double shorter = largest > 1 ? 1 / largest : 1;  // far from the maximum a whole step may lead too far
    for (std::size_t i = 0; i < n; ++i) strength[i] += shorter * change[i];
    if (largest < 1e-12) break;
  }

  // Errors: how much the ratings would move if decks were drawn anew. What a deck, with all who played it, adds to the
  // gradient is independent of the other decks (the sandwich estimator, decks being the clusters).
  std::map<int64_t, std::vector<double>> by_deck;
  for (const DeckScore& s : scores) {
    std::vector<double>& pull = by_deck.try_emplace(s.deck, n).first->second;
    const double residual = s.score - likely(s.first, s.second);
    pull[s.first] += residual;
    pull[s.second] -= residual;
  }
  std::vector<double> variance(n);
  const auto add = [&](const std::vector<double>& pull, double weight) {
    const std::vector<double> moved = solve(information, pull);
    for (std::size_t i = 0; i < n; ++i) variance[i] += weight * moved[i] * moved[i];
  };
  for (const auto& [deck, pull] : by_deck) add(pull, 1);
  for (const auto& [who, both] : met)
    for (const double score : {0.0, 1.0}) {
      std::vector<double> pull(n);
      pull[who.first] = score - likely(who.first, who.second);
      pull[who.second] = -pull[who.first];
      add(pull, kVirtualDecks / 2);
    }
  std::vector<Rating> ratings(n);
  for (std::size_t i = 0; i < n; ++i) ratings[i] = {kElo * strength[i], kTwoSided * kElo * std::sqrt(variance[i])};
  return ratings;
}

}  // namespace bastide
