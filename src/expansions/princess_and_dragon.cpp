#include "expansions/princess_and_dragon.h"

#include <array>

namespace bastide {
namespace {

constexpr std::array<OptionRead, 4> kOptions = {
    {{"princess_and_dragon", {"2016", "2005"}}, {"princess", {"must"}}, {"fairy", {"tile"}}, {"dragon", {"after"}}}};

constexpr std::array<std::string_view, 4> kMarks = {"volcano", "dragon", "portal", "princess"};

constexpr std::array<Verb, 4> kVerbs = {{{"fairy", Takes::feature, "FAIRY-1"},
                                         {"princess", Takes::feature, "PRINC-1"},
                                         {"portal", Takes::feature, "PORTAL-1"},
                                         {"dragon", Takes::nothing, "DRAGON-5"}}};

constexpr std::array<Question, 1> kQuestions = {{{.name = "step", .moment = Moment::figure, .rule = "DRAGON-5"}}};

constexpr std::array<TermSpec, 2> kTerms = {
    {{.name = "guarded", .rule = "FAIRY-4", .times = false}, {.name = "fairy", .rule = "FAIRY-5", .times = false}}};

}  // namespace

constexpr Expansion kPrincessAndDragon = {.id = "princess-and-dragon",
                                          .options = kOptions,
                                          .verbs = kVerbs,
                                          .questions = kQuestions,
                                          .terms = kTerms,
                                          .marks = kMarks};

}  // namespace bastide
